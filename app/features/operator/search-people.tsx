import { TextField } from '~/forms/fields/fields'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'

/** Looks for a person. What is typed may be an address, so it is posted: no address comes into a URL. */
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
