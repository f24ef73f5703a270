/** Submits a form with additional fields and without a button. The fields are removed again afterwards. */
export const submitWith = (form: HTMLFormElement, fields: Record<string, string | number>): void => {
  const inputs = Object.entries(fields).map(([name, value]) => {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = String(value)
    return input
  })
  form.append(...inputs)
  form.submit()
  for (const input of inputs) input.remove()
}
