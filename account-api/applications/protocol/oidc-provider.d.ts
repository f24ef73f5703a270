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
    getResourceScopeFiltered(identifier: string, scopes: Set<string> | string[]): string
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
    protocol?: import('#account-api/applications/clients/client-protocol').ClientProtocol
    machine_used_at?: number | null
    is_signalled?: boolean
    /** The public id of the organisation that it belongs to. */
    organisation?: string | null
    dpopBoundAccessTokens?: boolean
    backchannelLogoutUri?: string
    includeSid(): boolean
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
    kind: 'AccessToken' | 'ClientCredentials'
    jti: string
    scopes: Set<string>
    clientId: string
    accountId?: string
    grantId?: string
    sessionUid?: string
    sid?: string
    expiresWithSession?: boolean
    isValid: boolean
    iat: number
    exp: number
    aud?: string
    /** The thumbprint of the key that it is bound to. */
    jkt?: string
    extra?: { act?: Actor }
    /** The identifiers of APIs that a request has named. */
    resource?: string | string[]
    resourceServer?: { accessTokenTTL: number }
  }

  /** Who acts by a token: RFC 8693, section 4.1. */
  interface Actor {
    sub: string
    act?: Actor
  }

  interface ResourceServer {
    accessTokenTTL: number
    scopes: Set<string>
  }

  type DPoP = { thumbprint: string } | undefined

  /** What handlers of grants share. */
  interface GrantHelpers {
    validateDpop(provider: Provider, context: Context): Promise<DPoP>
    checkDpopRequired(provider: Provider, context: Context, dPoP: DPoP): void
    checkDpopReplay(provider: Provider, context: Context, dPoP: DPoP, clientId: string): Promise<void>
    resolveRequestedResources(provider: Provider, context: Context): Promise<ResourceServer[]>
    findAccount(provider: Provider, context: Context, accountId: string): Promise<object | undefined>
    buildTokenResponse(provider: Provider, answer: object): object
  }

  /** A record that is exchanged for tokens. */
  interface GrantSource {
    jti: string
    scopes: Set<string>
    acr?: string
    amr?: string[]
    authTime?: number
  }

  interface TokenClass {
    new (payload: object): StoredToken
    find(value: string): Promise<Token | undefined>
    IN_PAYLOAD: string[]
    prototype: StoredToken
  }

  /** A token while it is being made. */
  interface StoredToken {
    [field: string]: unknown
    jti: string
    format?: string
    expiration: number
    scope?: string
    tokenType: string
    setThumbprint(kind: 'jkt', thumbprint: string): void
    save(): Promise<string>
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
        resource?: string | string[]
        audience?: string
        subject_token?: string
        subject_token_type?: string
        requested_token_type?: string
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
      /** The APIs that a request names, by their identifiers. */
      resourceServers: Record<string, ResourceServer>
      entity(name: string, value: object): void
      entities: {
        Client?: Client
        Session?: Session
        Interaction?: { result?: object }
        Grant?: Grant
        AuthorizationCode?: GrantSource
        PushedAuthorizationRequest?: { request: string }
        DeviceCode?: GrantSource
        RefreshToken?: GrantSource
        /** The token that is exchanged for another one. */
        SubjectToken?: Token
        /** The refresh token in the request, which has a successor by then. */
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
    registerGrantType(name: string, handler: (context: Context) => Promise<void>, parameters: string[]): void
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
    InvalidRequest: new (description: string) => Error
    InvalidGrant: new (detail: string) => Error
    InvalidTarget: new (description: string) => Error
    InvalidScope: new (description: string, scope: string) => Error
    UnmetAuthenticationRequirements: new (description: string) => Error
    InvalidRequestUri: new (description: string) => Error
    SlowDown: new () => Error
    TemporarilyUnavailable: new () => Error
  }
}

declare module 'oidc-provider/lib/helpers/grants.js' {
  const helpers: import('oidc-provider').GrantHelpers
  export = helpers
}
