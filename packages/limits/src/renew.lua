-- Lets a lease that is still held run its whole length from now on. Runs atomically; `now_ms()` is put in front of it.
-- KEYS  1 sorted set of leases, scored by the moment they run out
-- ARGV  1 lease length in milliseconds   2 lease id
local now = now_ms()
local expires = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2]) or 0)
-- The slot of one that has run out may be another's by now.
if expires <= now then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('PEXPIREAT', KEYS[1], now + ARGV[1])
return 1
