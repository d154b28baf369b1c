//! The steps on the server that must be done as one, in its language.
//!
//! A search `P` is a hash (its program, its state, the current epoch, the leader's number). Each of its searches one after the other is an
//! *epoch* with keys of its own, `P:E`: a hash with the counts and the number of open items, a stream of items with one consumer group, the
//! lists and sets that all add to, and the findings. An item is open from when it is added until it is completed; when none is, the epoch is done.
//! Whoever has read an item owns it until it was idle for the time of the lease and somebody else claims it.

/// The beginning of the steps of workers.
macro_rules! script {
    ($($text:literal),*) => {
        concat!(
            "local P, E = KEYS[1], ARGV[1] ",
            "local B = P..':'..E ",
            "local items = B..':items' ",
            "local t = redis.call('TIME') ",
            "local now = t[1] * 1000 + math.floor(t[2] / 1000) ",
            "local function over() ",
            "  local ending = redis.call('HGET', B, 'ending') ",
            "  if ending then return ending end ",
            "  if tonumber(redis.call('HGET', B, 'open')) == 0 then return '' end ",
            "  return false ",
            "end ",
            "local function add(item, foreign) ",
            "  redis.call('XADD', items, '*', 't', item, 'f', foreign or '') ",
            "  redis.call('HINCRBY', B, 'open', 1) ",
            "end ",
            "local function mine(id, me) ",
            "  local p = redis.call('XPENDING', items, 'g', id, id, 1) ",
            "  return #p == 1 and p[1][2] == me ",
            "end ",
            "local function news(me, lease) ",
            "  redis.call('ZADD', B..':workers', now, me) ",
            "  local workers = redis.call('ZCOUNT', B..':workers', now - lease, '+inf') ",
            "  local ready = redis.call('XLEN', items) - redis.call('XPENDING', items, 'g')[1] ",
            "  local idle = redis.call('ZCOUNT', B..':idle', now - 500, '+inf') ",
            "  local c = redis.call('HMGET', B, 'n1', 'n2', 'n3') ",
            "  return {workers, ready, idle, c[1] or 0, c[2] or 0, c[3] or 0} ",
            "end ",
            "if redis.call('EXISTS', B) == 0 then return {'gone'} end ",
            $($text),*
        )
    };
}

/// `P`; lease. The number of the leader, or 0 if there is one.
pub const LEAD: &str = "\
local P = KEYS[1] \
if redis.call('EXISTS', P..':leader') == 1 then return 0 end \
local fence = redis.call('HINCRBY', P, 'fence', 1) \
redis.call('SET', P..':leader', fence, 'PX', ARGV[1]) \
redis.call('HSET', P, 'led', redis.call('TIME')[1]) \
return fence";

/// `P`; number, program, name of the search, version. Begins a search, or goes on with one that was halted.
pub const BEGIN: &str = "\
local P = KEYS[1] \
if redis.call('HGET', P, 'fence') ~= ARGV[1] then return {'fenced'} end \
redis.call('HSETNX', P, 'program', ARGV[2]) \
redis.call('HSET', P, 'state', 'running', 'version', ARGV[4]) \
redis.call('SADD', 'threadproof:searches', ARGV[3]) \
return {'done'}";

/// `P`; number, identity. The epoch of a search with this identity; it becomes the current one.
pub const OPEN: &str = "\
local P = KEYS[1] \
if redis.call('HGET', P, 'fence') ~= ARGV[1] then return {'fenced'} end \
local E = redis.call('HGET', P..':epochs', ARGV[2]) \
if not E then \
  E = tostring(redis.call('HINCRBY', P, 'epochs', 1)) \
  redis.call('HSET', P..':epochs', ARGV[2], E) \
  local B = P..':'..E \
  redis.call('HSET', B, 'identity', ARGV[2], 'open', 1) \
  redis.call('XGROUP', 'CREATE', B..':items', 'g', '0', 'MKSTREAM') \
  redis.call('XADD', B..':items', '*', 't', '') \
end \
redis.call('HSET', P, 'epoch', E) \
return {'done', E}";

/// `P`; epoch, worker, lease.
pub const TAKE: &str = script!(
    "local me, lease = ARGV[2], tonumber(ARGV[3]) ",
    "local ending = over() ",
    "if ending then return {'over', ending, news(me, lease)} end ",
    "if redis.call('HGET', P, 'epoch') ~= E or redis.call('HGET', P, 'state') ~= 'running' then ",
    "  return {'left'} end ",
    "local n = news(me, lease) ",
    "local want = math.max(1, math.min(16, math.floor(n[2] / (2 * math.max(1, n[1]))))) ",
    "local found = redis.call('XAUTOCLAIM', items, 'g', me, lease, '0-0', 'COUNT', want)[2] ",
    "if #found < want then ",
    "  local read = redis.call('XREADGROUP', 'GROUP', 'g', me, 'COUNT', want - #found, 'STREAMS', items, '>') ",
    "  if read then for _, item in ipairs(read[1][2]) do found[#found + 1] = item end end ",
    "end ",
    "if #found == 0 then redis.call('ZADD', B..':idle', now, me) ",
    "else redis.call('ZREM', B..':idle', me) end ",
    "return {'items', found, n}"
);

/// `P`; epoch, worker, lease, number of items, items. Whether all are still the worker's, and all that is to know.
pub const BEAT: &str = script!(
    "local me, lease, lost = ARGV[2], tonumber(ARGV[3]), 0 ",
    "for i = 1, tonumber(ARGV[4]) do ",
    "  local id = ARGV[4 + i] ",
    "  if mine(id, me) then redis.call('XCLAIM', items, 'g', me, 0, id, 'JUSTID') ",
    "  else lost = 1 end ",
    "end ",
    "if over() or redis.call('HGET', P, 'state') ~= 'running' then lost = 2 end ",
    "return {'beat', lost, news(me, lease)}"
);

/// `P`; epoch, worker, lease, number of items, items, five numbers, seen, found, ending, items. Completes items if all are the worker's.
pub const COMPLETE: &str = script!(
    "local me, lease, count = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]) ",
    "for i = 1, count do if not mine(ARGV[4 + i], me) then return {'lost'} end end ",
    "if over() then return {'lost'} end ",
    "local at = 4 + count ",
    "for i = 1, 5 do redis.call('HINCRBY', B, 'n'..i, ARGV[at + i]) end ",
    "if ARGV[at + 6] ~= '' then redis.call('SADD', B..':seen', ARGV[at + 6]) end ",
    "if ARGV[at + 7] ~= '' then redis.call('RPUSH', B..':found', ARGV[at + 7]) end ",
    "if ARGV[at + 8] ~= '' then redis.call('HSETNX', B, 'ending', ARGV[at + 8]) end ",
    "for i = at + 9, #ARGV do add(ARGV[i]) end ",
    "for i = 1, count do ",
    "  redis.call('XACK', items, 'g', ARGV[4 + i]) ",
    "  redis.call('XDEL', items, ARGV[4 + i]) ",
    "  redis.call('HINCRBY', B, 'open', -1) ",
    "end ",
    "return {'done', news(me, lease)}"
);

/// `P`; epoch, list, known, entry, whether there is an item, item.
pub const APPEND: &str = script!(
    "local list, known = B..':l:'..ARGV[2], tonumber(ARGV[3]) ",
    "local length = redis.call('LLEN', list) ",
    "if length > known then return {'behind', redis.call('LRANGE', list, known, -1)} end ",
    "if length < known or over() then return {'late'} end ",
    "redis.call('RPUSH', list, ARGV[4]) ",
    "if ARGV[5] == '1' then add(ARGV[6]) end ",
    "return {'done'}"
);

/// `P`; epoch, item, sets and names by turns. An item has a task for each name; those of known names are another item's.
pub const INSERT: &str = script!(
    "if over() then return {'late'} end ",
    "local foreign, new = {}, 0 ",
    "for i = 3, #ARGV, 2 do ",
    "  local added = redis.call('SADD', B..':s:'..ARGV[i], ARGV[i + 1]) ",
    "  foreign[#foreign + 1] = 1 - added ",
    "  new = new + added ",
    "end ",
    "if new > 0 then add(ARGV[2], table.concat(foreign)) end ",
    "return {'done'}"
);

/// `P`; epoch, sets and names by turns.
pub const PRESET: &str = script!(
    "if over() then return {'late'} end ",
    "for i = 2, #ARGV, 2 do redis.call('SADD', B..':s:'..ARGV[i], ARGV[i + 1]) end ",
    "return {'done'}"
);

/// `P`; epoch, list.
pub const ENTRIES: &str =
    script!("return {'done', redis.call('LRANGE', B..':l:'..ARGV[2], 0, -1)}");

/// `P`; epoch, number, ending.
pub const END: &str = script!(
    "if redis.call('HGET', P, 'fence') ~= ARGV[2] then return {'fenced'} end ",
    "redis.call('HSETNX', B, 'ending', ARGV[3]) ",
    "return {'done'}"
);

/// `P`; epoch.
pub const TOTAL: &str = script!(
    "return {'done', redis.call('HMGET', B, 'n1', 'n2', 'n3', 'n4', 'n5'), ",
    "redis.call('SMEMBERS', B..':seen'), redis.call('LRANGE', B..':found', 0, -1)}"
);

/// `P`; number, lease. Stays the leader.
pub const STAY: &str = "\
local P = KEYS[1] \
if redis.call('EXISTS', P) == 0 then return {'gone'} end \
if redis.call('HGET', P, 'fence') ~= ARGV[1] then return {'fenced'} end \
redis.call('SET', P..':leader', ARGV[1], 'PX', ARGV[2]) \
redis.call('HSET', P, 'led', redis.call('TIME')[1]) \
return {'done'}";

/// `P`; name of the search, seconds. Removes a search that nobody has led for so long; 1 if it is gone.
pub const FORGET: &str = "\
local P = KEYS[1] \
if redis.call('EXISTS', P..':leader') == 1 then return 0 end \
local led = tonumber(redis.call('HGET', P, 'led') or 0) \
if redis.call('TIME')[1] - led < tonumber(ARGV[2]) then return 0 end \
redis.call('SREM', 'threadproof:searches', ARGV[1]) \
redis.call('DEL', P) \
return 1";

/// `P`; number, name of the search, whether to remove it. Leaves a search; nobody works on it until somebody leads it again.
pub const LEAVE: &str = "\
local P = KEYS[1] \
if redis.call('HGET', P, 'fence') ~= ARGV[1] then return {'fenced'} end \
redis.call('DEL', P..':leader') \
if ARGV[3] == '1' then \
  redis.call('SREM', 'threadproof:searches', ARGV[2]) \
  redis.call('DEL', P) \
else redis.call('HSET', P, 'state', 'halted') end \
return {'done'}";
