/** The page of a person. Its URL has the id, and never an address. */
export const personAtDesk = (userId = ''): string => `/desk/people/${encodeURIComponent(userId)}`

/** The page of an organisation, by its public id. */
export const organisationAtDesk = (publicId = ''): string => `/desk/organisations/${encodeURIComponent(publicId)}`

/** The page of a client, by its key. */
export const clientAtDesk = (key = ''): string => `/desk/applications/clients/${key}`

export const webhookAtDesk = (id = ''): string => `/desk/webhooks/${encodeURIComponent(id)}`
