import { describe, expect, it } from 'vitest'
import { dayText, momentText, offsetText } from '#rules/moments'
import { cityOf, offeredTimeZones, timeZoneOfLanguage } from '#rules/time-zones'

const at = new Date('2026-01-01T17:04:05.000Z')
const summer = new Date('2026-07-01T17:04:05.000Z')

describe('a moment in words', () => {
  it.each([
    ['en', 'Asia/Shanghai', '2 January 2026 at 01:04 (Shanghai time)'],
    ['zh-Hans', 'Asia/Shanghai', '2026年1月2日 01:04（北京时间）'],
    ['en', 'America/New_York', '1 January 2026 at 12:04 (New York time)'],
    ['zh-Hans', 'America/New_York', '2026年1月1日 12:04（纽约时间）'],
    ['en', 'UTC', '1 January 2026 at 17:04 (UTC)'],
    ['zh-Hans', 'UTC', '2026年1月1日 17:04（UTC）'],
    ['en', 'America/St_Johns', '1 January 2026 at 13:34 (UTC-3:30)'],
    ['zh-Hans', 'America/St_Johns', '2026年1月1日 13:34（UTC-3:30）'],
  ])('happy: in %s and %s the moment is written as %s', (language, timeZone, text) => {
    expect(momentText(language, timeZone, at)).toBe(text)
  })

  it('happy: midnight is 00:00, and a day begins by the time zone', () => {
    const midnight = new Date('2026-01-01T16:00:00.000Z')
    expect(momentText('en', 'Asia/Shanghai', midnight)).toBe('2 January 2026 at 00:00 (Shanghai time)')
    expect(dayText('en', 'Asia/Shanghai', at)).toBe('2 January 2026')
    expect(dayText('zh-Hans', 'Asia/Shanghai', at)).toBe('2026年1月2日')
    expect(dayText('en', 'UTC', at)).toBe('1 January 2026')
  })

  it('happy: daylight saving time is kept', () => {
    expect(momentText('en', 'Europe/London', summer)).toBe('1 July 2026 at 18:04 (London time)')
    expect([at, summer].map((time) => offsetText('Europe/London', time))).toEqual(['UTC+0', 'UTC+1'])
    expect(momentText('en', 'America/St_Johns', summer)).toBe('1 July 2026 at 14:34 (UTC-2:30)')
  })

  it('happy: more time zones than the cache holds still work', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone'))
      expect(momentText('en', timeZone, at), timeZone).toMatch(/^[12] January 2026 at \d\d:\d\d \(.+\)$/)
    expect(momentText('en', 'Asia/Shanghai', at)).toBe('2 January 2026 at 01:04 (Shanghai time)')
  })
})

describe('the time zones that are offered', () => {
  it('happy: there are about sixty time zones, each with its own name in both languages, in letters of an SMS in English', () => {
    expect(offeredTimeZones.length).toBeGreaterThan(55)
    expect(offeredTimeZones.length).toBeLessThan(75)
    for (const language of ['en', 'zh-Hans']) {
      const names = offeredTimeZones.map((timeZone) => cityOf(language, timeZone))
      expect(new Set(names).size).toBe(offeredTimeZones.length)
      for (const name of names) expect(name).toMatch(language === 'en' ? /^[A-Za-z ]+$/ : /\S/)
    }
    for (const timeZone of offeredTimeZones) expect(offsetText(timeZone, at)).toMatch(/^UTC[+-]\d+(:\d\d)?$/)
  })

  it('happy: a language without a region means the time zone of most of its readers', () => {
    expect(timeZoneOfLanguage('zh-Hans')).toBe('Asia/Shanghai')
    expect(timeZoneOfLanguage('en')).toBe('UTC')
  })
})
