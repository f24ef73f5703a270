// The package has no types. These cover the parts that are used.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Payload = Record<string, unknown>

  interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(userCode: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  interface Grant {
    jti: string
    accountId: string
    clientId: string
    addOIDCScope(scope: string): void
    /** The given scopes that it contains, separated by spaces. */
    getOIDCScopeFiltered(scopes: Set<string>): string
    save(): Promise<string>
  }

  interface Client {
    clientId: string
    clientAuthMethod: string
    redirectUris: string[]
    scope?: string
    /** Custom metadata. */
    secret_hashes?: string[]
    requires_pkce?: boolean
    is_operators?: boolean
    is_first_party?: boolean
    claim_rules?: object | null
    machine_scopes?: Readonly<Record<string, readonly string[]>>
    machine_used_at?: number | null
    profile?: 'fapi2' | null
    dpopBoundAccessTokens?: boolean
    compareClientSecret(secret: string): boolean
    /** Sends a logout token. */
    backchannelLogout(sub: string, sid: string): Promise<void>
  }

  interface Session {
    uid: string
    accountId?: string
    loginTs?: number
    /** Not stored. */
    destroyed?: boolean
    /** The state that the library keeps between two of its own pages. */
    state?: object
    grantIdFor(clientId: string): string | undefined
  }

  interface SessionClass {
    new (payload?: { uid: string; accountId: string; loginTs: number }): Session
    get(ctx: Context): Promise<Session>
    findByUid(uid: string): Promise<Session | undefined>
  }

  interface DeviceCode {
    clientId: string
    accountId?: string
    error?: string
    isExpired: boolean
  }

  interface Token {
    kind: string
    scopes: Set<string>
    clientId: string
    iat: number
    aud?: string
    resourceServer?: { accessTokenTTL: number }
  }

  interface TokenClass {
    IN_PAYLOAD: string[]
    prototype: StoredToken
  }

  /** A token while it is being made. */
  interface StoredToken {
    [field: string]: unknown
    jti: string
    format?: string
    generateTokenId(): string
    getValueAndPayload(): Promise<{ value: string; payload?: Payload }>
  }

  interface Context {
    req: IncomingMessage
    res: ServerResponse
    path: string
    params: Record<string, string>
    query: Record<string, unknown>
    type: string
    status: number
    body: unknown
    response: { get(name: string): string | undefined }
    set(name: string, value: string): void
    redirect(url: string): void
    cookies: { get(name: string, options?: { signed?: boolean }): string | undefined }
    oidc: {
      route: string
      session: Session
      client: Client
      account?: { accountId: string; lacksTerms: boolean; lacksFactor: boolean }
      grant: Grant
      result?: Payload
      params?: {
        grant_type?: string
        scope?: string
        source?: string
        redirect_uri?: string
        post_logout_redirect_uri?: string
        state?: string
        acr_values?: string
        claims?: string
        max_age?: string | number
      }
      /** The fields of a posted request. */
      body?: Record<string, unknown>
      requestParamOIDCScopes: Set<string>
      entity(name: string, value: object): void
      entities: {
        Client?: Client
        Session?: Session
        Interaction?: { result?: object }
        AuthorizationCode?: { jti: string }
        PushedAuthorizationRequest?: { request: string }
        DeviceCode?: { jti: string }
        /** The refresh token in the request, after its successor was made. */
        RotatedRefreshToken?: { jti: string }
        IdTokenHint?: { payload: { sub?: string } }
      }
    }
  }

  /** The context in our middleware, which also sees requests that match no route of the library. */
  type Answered = Omit<Context, 'oidc'> & { oidc?: Context['oidc'] }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    Grant: {
      new (of: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    Claims: { prototype: { available: Payload; result(): Promise<Payload> } }
    issuer: string
    IdToken: {
      prototype: { payload(): Promise<Payload> }
      validate(token: string, client: Client): Promise<{ header: object; payload: Payload }>
    }
    Client: { prototype: Client; find(id: string): Promise<Client | undefined> }
    Session: SessionClass
    AccessToken: TokenClass
    ClientCredentials: TokenClass
    ReplayDetection: { unique(iss: string, jti: string, exp: number): Promise<boolean> }
    RefreshToken: { prototype: { generateTokenId(): string } }
    DeviceCode: { find(value: string, options?: object): Promise<DeviceCode | undefined> }
    /** The context of the current request. */
    static get ctx(): Context | undefined
    on(event: string, listener: (context: Context, error?: Error) => void): this
    use(middleware: (context: Answered, next: () => Promise<void>) => Promise<void>): this
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  interface Policy {
    get(name: string): { checks: { remove(reason: string): void } }
    add(prompt: object, at?: number): void
  }

  export const interactionPolicy: {
    base(): Policy
    Prompt: new (of: { name: string; requestable: boolean }, ...checks: object[]) => object
    Check: new (reason: string, description: string, error: string, check: (context: Context) => boolean) => object
  }

  export const errors: {
    InvalidGrant: new (detail: string) => Error
    InvalidTarget: new (description: string) => Error
    InvalidScope: new (description: string, scope: string) => Error
    UnmetAuthenticationRequirements: new (description: string) => Error
    InvalidRequestUri: new (description: string) => Error
    SlowDown: new () => Error
  }
}
