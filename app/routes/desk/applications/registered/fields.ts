import type { ActField } from '~/features/desk/act'

/** Fields of what an operator registers. */
export const idField: ActField = {
  kind: 'line',
  label: 'desk.registered.id',
  hint: 'desk.registered.id_hint',
  maxLength: 40,
}

export const nameField: ActField = {
  kind: 'line',
  label: 'desk.registered.name',
  hint: 'desk.registered.name_hint',
  maxLength: 60,
}

/** The field of an address, with the texts that have its name. */
export const addressField = (name: string): ActField => ({
  kind: 'line',
  label: `desk.registered.${name}`,
  hint: `desk.registered.${name}_hint`,
  maxLength: 500,
})

/** The field for the attributes of people that are passed on: a choice of several. */
export const toldField = (names: readonly string[]): ActField => ({
  kind: 'choices',
  label: 'desk.registered.told',
  options: Object.fromEntries(names.map((name) => [name, toldText(name)])),
})

/** The message key of a fact about people. */
export const toldText = (name: string): string => `desk.registered.fact.${name}`
