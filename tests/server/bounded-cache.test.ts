import { expect, it } from 'vitest'
import { BoundedCache } from '../../server/page-memory/bounded-cache'

it('happy: the entry that was not used for longest goes first', () => {
  const cache = new BoundedCache<string>({ maxBytes: 30 })
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 10)
  cache.get('a')
  cache.set('d', 'd', 10)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

it('happy: an entry that is set again counts once', () => {
  const cache = new BoundedCache<number>({ maxBytes: 30 })
  for (let round = 0; round < 10; round += 1) cache.set('same', round, 20)
  cache.set('other', 1, 10)
  expect([cache.get('same'), cache.get('other')]).toEqual([9, 1])
})

it('error: an entry that is larger than all the room is not kept, and pushes nothing out', () => {
  const cache = new BoundedCache<string>({ maxBytes: 30 })
  cache.set('small', 'small', 10)
  cache.set('large', 'large', 31)
  expect([cache.get('small'), cache.get('large'), cache.size]).toEqual(['small', undefined, 1])
})

it('security: however many keys come, the size stays bounded', () => {
  const cache = new BoundedCache<number>({ maxBytes: 1000 })
  for (let key = 0; key < 10_000; key += 1) cache.set(String(key), key, 10)
  expect(cache.size).toBe(100)
})
