import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { clientText } from '~/features/activity/client-text'
import { momentIn } from '~/i18n/dates'
import { SummaryList } from '~/ui/summary-list'

interface OtherScreenProps {
  asked: {
    client: Parameters<typeof clientText>[1] | null
    address: string
    asked_at: string | null
    time_zone: string | null
  }
  /** Further facts, shown before that. */
  facts: Record<string, string>
}

/** The screen that shows a code, for the code's scanner. Another account API may know less about it. */
export const OtherScreen = ({ asked: { client, address, asked_at, time_zone }, facts }: OtherScreenProps) => {
  const { t, i18n } = useTranslation()
  return (
    <SummaryList
      facts={{
        ...facts,
        ...(client !== null && { 'qr.confirm.browser': clientText(t, client) }),
        ...(address !== '' && { 'qr.confirm.address': address }),
        ...(asked_at !== null && { 'qr.confirm.time': momentIn(i18n.language, time_zone, asked_at) }),
      }}
    />
  )
}

/** The numbers, one of which the other screen shows, each as the button that confirms. */
export const MatchingNumbers = ({ numbers }: { numbers: readonly number[] }) =>
  numbers.map((number) => (
    <Fragment key={number}>
      <input type="submit" name="number" className="button quiet" value={number} />{' '}
    </Fragment>
  ))
