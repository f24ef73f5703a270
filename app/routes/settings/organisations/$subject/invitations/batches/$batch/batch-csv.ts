import { line } from '~/features/organisations/csv'
import { roleText } from '~/features/organisations/role-text'
import { type Language, translator } from '~/i18n/texts'
import { type Line, lineStateText } from './batch-lines'

const columns = ['line', 'address', 'name', 'role', 'state'] as const

export const headLine = (language: Language): string =>
  line(columns.map((name) => translator(language)(`inviteList.column.${name}`)))

/** A line of a list as a line of the report, with its state. */
export const lineOfReport = (language: Language, region: string | null, reported: Line): string => {
  const t = translator(language)
  const { number, address, typed, deputy_name, role } = reported
  return line([
    String(number),
    address || typed,
    deputy_name,
    role ? roleText(t, role) : '',
    lineStateText({ t, language, region }, reported),
  ])
}
