import type { Language } from '#rules/languages'
import ar from '../../public/locales/ar/butterfly_fe.json' with { type: 'json' }
import en from '../../public/locales/en/butterfly_fe.json' with { type: 'json' }
import enOperator from '../../public/locales/en/butterfly_fe.operator.json' with { type: 'json' }
import enOperatorApplications from '../../public/locales/en/butterfly_fe.operator-applications.json' with {
  type: 'json',
}
import enOperatorMessages from '../../public/locales/en/butterfly_fe.operator-messages.json' with { type: 'json' }
import enOrganisations from '../../public/locales/en/butterfly_fe.organisations.json' with { type: 'json' }
import zhHans from '../../public/locales/zh-Hans/butterfly_fe.json' with { type: 'json' }
import zhHansOperator from '../../public/locales/zh-Hans/butterfly_fe.operator.json' with { type: 'json' }
import zhHansOperatorApplications from '../../public/locales/zh-Hans/butterfly_fe.operator-applications.json' with {
  type: 'json',
}
import zhHansOperatorMessages from '../../public/locales/zh-Hans/butterfly_fe.operator-messages.json' with {
  type: 'json',
}
import zhHansOrganisations from '../../public/locales/zh-Hans/butterfly_fe.organisations.json' with { type: 'json' }
import zhHant from '../../public/locales/zh-Hant/butterfly_fe.json' with { type: 'json' }
import { flatTexts, type Texts, withTexts } from './flat-texts'

/**
 * The texts of one language. They are one namespace in several files, so a translator can begin with the texts that
 * everybody sees. The texts for administrators of organisations are half as many again. The texts for operators have
 * their own file.
 */
const together = (forPeople: Texts, ...forOthers: Texts[]): Texts =>
  withTexts(forPeople, new Map(forOthers.flatMap((texts) => flatTexts(texts))))

/**
 * The texts of the build, by language. Arabic and traditional Chinese have the texts of the sign-in pages; English and
 * simplified Chinese supply the others.
 */
export const builtInTexts: Readonly<Record<Language, Texts>> = {
  'zh-Hans': together(zhHans, zhHansOrganisations, zhHansOperator, zhHansOperatorMessages, zhHansOperatorApplications),
  en: together(en, enOrganisations, enOperator, enOperatorMessages, enOperatorApplications),
  ar,
  'zh-Hant': zhHant,
}
