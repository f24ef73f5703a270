import { TextField } from '~/forms/fields/fields'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

/** Searches for a person. The text may be an address, so it is posted: URLs never contain addresses. */
export const SearchPeople = () => (
  <form method="post" action="/desk/people">
    <FormToken />
    <TextField
      field={{ name: 'user', value: '', values: [], error: undefined }}
      label="desk.find_person.label"
      hint="desk.find_person.hint"
      autoComplete="off"
      maxLength={254}
    />
    <Button text="desk.find_person.find" />
  </form>
)
