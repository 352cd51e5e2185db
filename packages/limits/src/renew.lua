-- Extends an unexpired lease by its full length from now. Runs atomically; `now_ms()` is prepended.
-- KEYS  1 sorted set of leases, scored by expiry time
-- ARGV  1 lease length in milliseconds   2 lease id
local now = now_ms()
local expires = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2]) or 0)
-- Another request may already have the slot of an expired lease.
if expires <= now then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('PEXPIREAT', KEYS[1], now + ARGV[1])
return 1
