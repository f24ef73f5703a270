import { useTranslation } from 'react-i18next'
import { useMoment } from '~/features/organisation/use-day'
import { TimedText } from '~/ui/timed-text'

interface PosterProps {
  organisation: string
  link: string
  /** The path of the picture of its QR code. */
  picture: string
  endsAt: string
}

/** The link of an invitation as a notice for a wall: a print of the page contains nothing else. */
export const Poster = ({ organisation, link, picture, endsAt }: PosterProps) => {
  const { t } = useTranslation()
  const moment = useMoment()(endsAt)
  return (
    <div className="poster">
      <h1>{t('invitations.poster_title', { name: organisation })}</h1>
      <p>{t('invitations.poster_text')}</p>
      <p>
        <img className="picture" src={picture} alt={t('invitations.qr')} />
      </p>
      <p>
        <a href={link}>{link}</a>
      </p>
      <p>
        <TimedText text={t('invitations.expires', { day: moment })} time={moment} at={endsAt} />
      </p>
    </div>
  )
}
