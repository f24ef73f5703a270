/** Another web app of the operator, which has the accounts of this account API. */
export interface Application {
  /** The id that its signatures name. */
  aid: string
  name: string
  /** The origin of its pages. */
  url: string
  /** Which of its keys is the newest. The one before is accepted, too. */
  keyVersion: number
  createdAt: number
  /** Null: it may call, and people continue there. */
  disabledAt: number | null
}

/** What the operator can change about an application: one thing or more. */
export type ApplicationChange = Partial<Pick<Application, 'name' | 'url' | 'disabledAt'>>

/** The applications that the operator has registered. None is ever removed: a later one of its id would have its keys. */
export interface ApplicationStore {
  /** False when another application has this id or this address. */
  insert(application: Application): Promise<boolean>
  find(aid: string): Promise<Application | undefined>
  /** In the order of their ids. */
  list(most: number): Promise<Application[]>
  /** False when there is none, or when another one has the new address. */
  change(aid: string, change: ApplicationChange): Promise<boolean>
  /** Makes the next key the newest, and answers its version. Undefined when there is no such application. */
  nextKey(aid: string): Promise<number | undefined>
}
