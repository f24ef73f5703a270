import { randomInt } from 'node:crypto'
import type { Service } from '#account-api/accounts/service'
import { type UsernameRecord, usernameRecord } from '#rules/typed/username'
import { inUseFor } from './username'

const recommendedAtOnce = 3
/** Few of so many names are taken, and each candidate costs three index lookups. */
const madeUpAtOnce = 4

/** Pleasant words that name nobody. Every first word fits every second one. */
const words = {
  en: {
    first:
      'amber brave bright calm clear early gentle golden green happy kind lively lucky quiet silver steady swift warm',
    second: 'acorn beach birch brook cedar cloud comet dune fern harbor heron lake maple meadow otter pine river wren',
    between: '-',
  },
  'zh-Hans': {
    first: '晨光 晴空 远山 青竹 白云 暖阳 微风 星河 秋叶 春雨 松林 初雪 碧波 朝露 明月 清溪',
    second: '旅人 小舟 飞鸟 山谷 灯塔 书签 候鸟 海岸 画册 茶馆 风铃 麦田 木屋 石桥',
    between: '',
  },
}

/** Digits that look like no letter. */
const digits = '23456789'

/**
 * Available usernames that look like no other, in the person's language. They are random, so they reveal nothing
 * personal.
 */
export const recommendedUsernames = async (
  { deployment, storage }: Service,
  { accountId, language }: { accountId: string; language: string },
): Promise<string[]> => {
  const { first, second, between } = language === 'en' ? words.en : words['zh-Hans']
  const madeUp = Array.from({ length: madeUpAtOnce }, (): UsernameRecord => {
    const number = Array.from({ length: 3 }, () => oneOf([...digits])).join('')
    return usernameRecord([oneOf(first.split(' ')), oneOf(second.split(' ')), number].join(between))
  })
  const inUse = await storage.usernames.inUse(madeUp, inUseFor(deployment, accountId))
  const isFree = ({ value, skeleton }: UsernameRecord) =>
    !inUse.some((used) => used.value === value || used.skeleton === skeleton)
  return [...new Set(madeUp.filter(isFree).map(({ value }) => value))].slice(0, recommendedAtOnce)
}

const oneOf = (choices: string[]): string => choices[randomInt(choices.length)] ?? ''
