import en from '../../public/locales/en/butterfly_fe.json'
import zhHans from '../../public/locales/zh-Hans/butterfly_fe.json'
import type { Texts } from './flat-texts'

/** The texts of the build, by language. */
export const builtInTexts = { 'zh-Hans': zhHans as Texts, en: en as Texts } as const
