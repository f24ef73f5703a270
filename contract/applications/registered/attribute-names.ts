/** The facts about a person that a service can get, next to the user id. */
export const attributeNames = ['username', 'email', 'mobile', 'mobile_masked', 'organisations'] as const
export type AttributeName = (typeof attributeNames)[number]

export const isAttribute = (name: string): name is AttributeName => attributeNames.some((each) => each === name)
