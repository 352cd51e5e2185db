-- Admits one request of one key, or refuses it and consumes nothing. Runs atomically; `now_ms()` is put in front of it.
-- KEYS  1 hash of the three windows   2 sorted set of leases, scored by the moment they run out
-- ARGV  1 lease id   2 lease length   3 concurrent limit   4,5 minute limit and length   6,7 burst   8,9 day
--       lengths in milliseconds; a limit of -1 does not apply and is not counted
-- Answers admitted, slot refused, now, in flight, then start and count of minute, burst and day.
local MINUTE, BURST, DAY = 1, 2, 3
local now = now_ms()
local lease, lease_ms, concurrent = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local limit, length, start, count = {}, {}, {}, {}
local stored = redis.call('HMGET', KEYS[1], 'ms', 'mc', 'bs', 'bc', 'ds', 'dc')
for i = MINUTE, DAY do
	limit[i], length[i] = tonumber(ARGV[2 + 2 * i]), tonumber(ARGV[3 + 2 * i])
	start[i], count[i] = tonumber(stored[2 * i - 1]) or 0, tonumber(stored[2 * i]) or 0
	-- Minute and burst start with the key's first request; the day is the calendar's.
	local opens, over = now, now >= start[i] + length[i] or start[i] > now
	if i == DAY then
		opens = now - now % length[i]
		over = start[i] ~= opens
	end
	if over then start[i], count[i] = opens, 0 end
end

local in_flight, slot_refused = 0, 0
if concurrent >= 0 then
	redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
	in_flight = redis.call('ZCARD', KEYS[2])
	-- An admission that is sent again already holds its slot.
	if in_flight >= concurrent and not redis.call('ZSCORE', KEYS[2], lease) then slot_refused = 1 end
end

local admitted = 1 - slot_refused
for i = MINUTE, DAY do
	if limit[i] >= 0 and count[i] >= limit[i] then admitted = 0 end
end

if admitted == 1 then
	local expires = 0
	for i = MINUTE, DAY do
		if limit[i] >= 0 then count[i] = count[i] + 1 end
		-- A day counted under another plan is kept for the case that the plan changes back.
		if count[i] > 0 then expires = math.max(expires, start[i] + length[i]) end
	end
	redis.call('HSET', KEYS[1], 'ms', start[1], 'mc', count[1], 'bs', start[2], 'bc', count[2], 'ds', start[3], 'dc', count[3])
	redis.call('PEXPIREAT', KEYS[1], expires)
	if concurrent >= 0 then
		redis.call('ZADD', KEYS[2], now + lease_ms, lease)
		redis.call('PEXPIREAT', KEYS[2], now + lease_ms)
		in_flight = redis.call('ZCARD', KEYS[2])
	end
end

return { admitted, slot_refused, now, in_flight, start[1], count[1], start[2], count[2], start[3], count[3] }
