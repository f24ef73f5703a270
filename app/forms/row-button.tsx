import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

interface RowButtonProps {
  /** A message key. */
  text: string
  name: string
  /** The page that the form posts to, if not its own. */
  action?: string
}

/**
 * A row of a list that acts when it is pressed, and looks like the rows that link to pages. Renders nothing if the page
 * to which it posts is closed.
 */
export const RowButton = ({ text, name, action }: RowButtonProps) => {
  const isOpen = useIsOpen()
  if (action !== undefined && !isOpen(action)) return null
  return (
    <li>
      <form method="post" {...(action !== undefined && { action })} className="row-button">
        <FormToken />
        <Button text={text} name={name} quiet />
      </form>
    </li>
  )
}
