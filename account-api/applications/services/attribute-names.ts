/** What a service can get to know about a person, beside the user id. */
export const attributeNames = ['username', 'email', 'mobile', 'mobile_masked', 'organisations'] as const
export type AttributeName = (typeof attributeNames)[number]

export const isAttribute = (name: string): name is AttributeName => attributeNames.some((each) => each === name)
