import { clientText } from '~/features/activity/client-text'
import { line } from '~/features/organisations/csv'
import { type Language, translator } from '~/i18n/texts'
import type { LogEntry } from './log-entry'
import { changesOf, type Values } from './log-values'

const columns = ['time', 'act', 'who', 'who_id', 'what', 'what_id', 'before', 'after', 'client'] as const

export const headLine = (language: Language): string =>
  line(columns.map((name) => translator(language)(`organisationLog.column.${name}`)))

/** The last line of an incomplete file. */
export const cutLine = (language: Language, count: number): string =>
  line([translator(language)('organisationLog.cut', { count })])

export const entryLine = (language: Language, entry: LogEntry): string => {
  const t = translator(language)
  const { actor, target, client } = entry
  const valuesText = (values: Values): string =>
    changesOf(t, { language }, { before: null, after: values })
      .filter(({ after }) => after !== '')
      .map(({ label, after }) => t('organisationLog.label', { label }) + after)
      .join('\n')
  return line([
    entry.at,
    t(`organisationAct.${entry.kind}`),
    entry.kind === 'invitation_declined' ? actor.name || t('organisationLog.invitee') : actor.name,
    actor.id,
    target.name,
    target.id,
    valuesText(entry.before),
    valuesText(entry.after),
    client.browser || client.system ? clientText(t, client) : '',
  ])
}
