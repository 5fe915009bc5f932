import { RedisScript } from './redis-script.ts';

// A session is three keys in one hash slot: `own`, a hash of epoch, owner and the last event's id; `log`, the
// stream of its events; `nx`, a hash from each key of an event to its id and the mark of the append that wrote it.

/** Raises the epoch. → epoch, the last event's id, all events */
export const acquireScript = new RedisScript(`
  local own, log, nx = KEYS[1], KEYS[2], KEYS[3]
  local owner, expiryMs = ARGV[1], ARGV[2]
  if redis.call('EXISTS', own) == 0 then redis.call('DEL', log, nx) end
  local epoch = redis.call('HINCRBY', own, 'epoch', 1)
  redis.call('HSET', own, 'owner', owner)
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, expiryMs) end
  return {epoch, redis.call('HGET', own, 'last') or '', redis.call('XRANGE', log, '-', '+')}
`);

/**
 * Appends events, each given as key, mark and JSON. → for each its id, 'duplicate', 'fenced' or 'lost'
 *
 * An event that stands there with the mark of this very append was written by an earlier try. `last` is
 * the id of the event that the owner saw last: a server that came back without the end of the log has another.
 */
export const appendScript = new RedisScript(`
  local own, log, nx = KEYS[1], KEYS[2], KEYS[3]
  local epoch, owner, expiryMs, last = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local now = redis.call('HMGET', own, 'epoch', 'owner', 'last')
  local isOwner = now[1] == epoch and now[2] == owner
  local answers, written = {}, false
  for at = 5, #ARGV, 3 do
    local key, mark, event = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    local known = redis.call('HGET', nx, key)
    local answer
    if known and string.sub(known, -string.len(mark) - 1) == ' ' .. mark then
      answer = string.match(known, '^%S+')
      last = answer
    elseif not isOwner then
      answer = 'fenced'
    elseif last ~= '' and last ~= now[3] then
      answer = 'lost'
    elseif known then
      answer = 'duplicate'
    else
      answer = redis.call('XADD', log, '*', 'e', event)
      redis.call('HSET', nx, key, answer .. ' ' .. mark)
      last, now[3], written = answer, answer, true
    end
    answers[#answers + 1] = answer
  end
  if written then
    redis.call('HSET', own, 'last', last)
    for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, expiryMs) end
  end
  return answers
`);

/** → the events from an id on, or nothing when there is no such session */
export const readScript = new RedisScript(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return false end
  return redis.call('XRANGE', KEYS[2], ARGV[1], '+')
`);

/** Puts off the end of all three keys at once: none may go before the others. */
export const touchScript = new RedisScript(`
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end
`);
