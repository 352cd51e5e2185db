-- Admits requests of one key, in their order. A refused one consumes nothing. Runs atomically; `now_ms()` is prepended.
-- KEYS  1 hash of the three windows   2 sorted set of leases, scored by expiry time
-- ARGV  1 lease length   2 concurrent limit   3,4 minute limit and length   5,6 burst   7,8 day
--       9 number of leases that have ended, then these; then the lease ids of the requests
--       lengths in milliseconds; a limit of -1 does not apply and is not counted
-- Returns now and the start of minute, burst and day; then for each request whether it was admitted (0), refused by a
-- window (1) or refused a slot (2), how many are in flight, and the counts of minute, burst and day.
local MINUTE, BURST, DAY = 1, 2, 3
local ADMITTED, REFUSED, SLOT_REFUSED = 0, 1, 2
local FIRST_ENDED = 10
local UNPACKED_MAX = 1000 -- Lua's stack holds some thousands
local now = now_ms()
local lease_ms, concurrent = tonumber(ARGV[1]), tonumber(ARGV[2])
local first = FIRST_ENDED + tonumber(ARGV[9])

for i = FIRST_ENDED, first - 1, UNPACKED_MAX do
	redis.call('ZREM', KEYS[2], unpack(ARGV, i, math.min(i + UNPACKED_MAX, first) - 1))
end

local limit, start, count, expires, renewed = {}, {}, {}, 0, false
local stored = redis.call('HMGET', KEYS[1], 'ms', 'mc', 'bs', 'bc', 'ds', 'dc')
for i = MINUTE, DAY do
	local length = tonumber(ARGV[2 + 2 * i])
	limit[i] = tonumber(ARGV[1 + 2 * i])
	start[i], count[i] = tonumber(stored[2 * i - 1]) or 0, tonumber(stored[2 * i]) or 0
	-- Minute and burst start with the key's first request; the day is the calendar day.
	local opens, over = now, now >= start[i] + length or start[i] > now
	if i == DAY then
		opens = now - now % length
		over = start[i] ~= opens
	end
	if over then start[i], count[i] = opens, 0 end
	if over or (count[i] == 0 and limit[i] >= 0) then renewed = true end
	-- Keep a day counted under another plan: the plan may change back.
	if count[i] > 0 or limit[i] >= 0 then expires = math.max(expires, start[i] + length) end
end

local in_flight, held, taken = 0, {}, {}
if concurrent >= 0 then
	redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
	in_flight = redis.call('ZCARD', KEYS[2])
	if in_flight > 0 then
		-- A resent admission already holds its slot.
		local scores = redis.call('ZMSCORE', KEYS[2], unpack(ARGV, first))
		for i = first, #ARGV do held[ARGV[i]] = scores[i - first + 1] end
	end
end

local reply, admitted = { now, start[MINUTE], start[BURST], start[DAY] }, false
for r = first, #ARGV do
	local lease, outcome = ARGV[r], ADMITTED
	for i = MINUTE, DAY do
		if limit[i] >= 0 and count[i] >= limit[i] then outcome = REFUSED end
	end
	if concurrent >= 0 and in_flight >= concurrent and not held[lease] then outcome = SLOT_REFUSED end
	if outcome == ADMITTED then
		admitted = true
		for i = MINUTE, DAY do
			if limit[i] >= 0 then count[i] = count[i] + 1 end
		end
		if concurrent >= 0 then
			if not held[lease] then in_flight = in_flight + 1 end
			held[lease] = true
			taken[#taken + 1] = now + lease_ms
			taken[#taken + 1] = lease
		end
	end
	local n = #reply
	reply[n + 1], reply[n + 2] = outcome, in_flight
	reply[n + 3], reply[n + 4], reply[n + 5] = count[MINUTE], count[BURST], count[DAY]
end

if admitted then
	if renewed then
		redis.call('HSET', KEYS[1], 'ms', start[1], 'mc', count[1], 'bs', start[2], 'bc', count[2], 'ds', start[3], 'dc', count[3])
		redis.call('PEXPIREAT', KEYS[1], expires)
	else
		redis.call('HSET', KEYS[1], 'mc', count[1], 'bc', count[2], 'dc', count[3])
	end
	if concurrent >= 0 then
		redis.call('ZADD', KEYS[2], unpack(taken))
		redis.call('PEXPIREAT', KEYS[2], now + lease_ms)
	end
end

return reply
