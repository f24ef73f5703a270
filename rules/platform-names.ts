import { fullLanguageOf } from './languages'

/** The names of platforms by their keys: in English, and in Chinese if it differs. */
const names: Readonly<Record<string, readonly [english: string, chinese?: string]>> = {
  qq: ['QQ'],
  wechat: ['WeChat', '微信'],
  feishu: ['Feishu', '飞书'],
  lark: ['Lark'],
  github: ['GitHub'],
  google: ['Google'],
  microsoft: ['Microsoft'],
  apple: ['Apple'],
}

/** True when a platform has a name here. */
export const isNamedPlatform = (platform: string): boolean => Object.hasOwn(names, platform)

/** The name of a platform. An unknown one has its key as its name. */
export const platformName = (language: string, platform: string): string => {
  const [english, chinese = english] = Object.hasOwn(names, platform) ? (names[platform] ?? [platform]) : [platform]
  return fullLanguageOf(language) === 'en' ? english : chinese
}

/** An account of a platform: the platform's name and its person's name there, such as `QQ (Ann)`. */
export const platformAccount = (language: string, platform: string, name: string): string => {
  const title = platformName(language, platform)
  if (name === '' || name === platform) return title
  return fullLanguageOf(language) === 'en' ? `${title} (${name})` : `${title}（${name}）`
}
