"""Does the flows of OAuth with Authlib, as a program of another language does: a command a line, as JSON, on stdin.

Each answer is a line of JSON: {"ok": …}, or {"error": …} with the error of the protocol.
"""

import base64
import hashlib
import json
import secrets
import sys
import time

from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebSignature, JsonWebToken, jwt
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
import requests

ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"
EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"

key = JsonWebKey.generate_key("EC", "P-256", {"kid": "authlib", "use": "sig", "alg": "ES256"}, is_private=True)
waiting = {}


def discover(issuer):
    return requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()


def session(client, server, **more):
    if client.get("keys"):
        more["token_endpoint_auth_method"] = PrivateKeyJWT(server["token_endpoint"], alg="ES256")
        return OAuth2Session(client["id"], key.as_pem(is_private=True).decode(), **more)
    return OAuth2Session(client["id"], client["secret"], **more)


def proof(method, url, nonce=None, token=None):
    """A proof that the sender holds the key: RFC 9449, section 4.2."""
    claims = {"jti": secrets.token_urlsafe(), "htm": method, "htu": url, "iat": int(time.time())}
    if nonce:
        claims["nonce"] = nonce
    if token:
        digest = hashlib.sha256(token.encode()).digest()
        claims["ath"] = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    public = {name: key.as_dict(is_private=False)[name] for name in ("kty", "crv", "x", "y")}
    # jwt.encode would say that its type is JWT.
    header = {"alg": "ES256", "typ": "dpop+jwt", "jwk": public}
    return JsonWebSignature(["ES256"]).serialize_compact(header, json.dumps(claims).encode(), key).decode()


def fetch_bound(oauth, server, **fields):
    """Asks for a token that is bound to the key, again with the nonce that the server wants."""
    url, nonce = server["token_endpoint"], {}
    oauth.register_compliance_hook(
        "access_token_response", lambda answer: nonce.update(value=answer.headers.get("DPoP-Nonce")) or answer
    )
    for _ in range(2):
        try:
            return oauth.fetch_token(url, headers={"DPoP": proof("POST", url, nonce.get("value"))}, **fields)
        except OAuthError as error:
            if error.error != "use_dpop_nonce":
                raise
    raise RuntimeError("the nonce was refused")


def keys(_):
    return {"keys": [key.as_dict(is_private=False)]}


def machine(asked):
    """Client credentials: RFC 6749, section 4.4, for an API (RFC 8707)."""
    server = discover(asked["issuer"])
    fields = {"grant_type": "client_credentials", "resource": asked["resource"], "scope": asked.get("scope")}
    oauth = session(asked["client"], server)
    if asked.get("bound"):
        return fetch_bound(oauth, server, **fields)
    return oauth.fetch_token(server["token_endpoint"], **fields)


def begin(asked):
    """The address at which a person is asked: plain, pushed (RFC 9126) or signed (RFC 9101)."""
    server = discover(asked["issuer"])
    client = asked["client"]
    verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe()
    oauth = session(client, server, scope=asked["scope"], redirect_uri=client["redirect_uri"])
    more = {"nonce": nonce, "code_challenge": create_s256_code_challenge(verifier), "code_challenge_method": "S256"}
    more.update(asked.get("more", {}))
    url, state = oauth.create_authorization_url(server["authorization_endpoint"], **more)
    waiting.update(oauth=oauth, server=server, verifier=verifier, nonce=nonce, state=state, asked=asked)
    fields = {"response_type": "code", "client_id": client["id"], "redirect_uri": client["redirect_uri"]}
    fields.update(scope=asked["scope"], state=state, **more)
    if asked.get("way") == "signed":
        claims = {**fields, "iss": client["id"], "aud": asked["issuer"], "exp": int(time.time()) + 60}
        claims.update(iat=int(time.time()), nbf=int(time.time()), jti=secrets.token_urlsafe())
        request = jwt.encode({"alg": "ES256", "kid": "authlib"}, claims, key).decode()
        fields = {"client_id": client["id"], "request": request}
    if asked.get("way") == "pushed":
        at = server["pushed_authorization_request_endpoint"]
        pushed = oauth.post(at, data=fields, auth=oauth.client_auth("client_secret_basic"), withhold_token=True)
        fields = {"client_id": client["id"], "request_uri": pushed.json()["request_uri"]}
    if asked.get("way") in ("signed", "pushed"):
        url = requests.Request("GET", server["authorization_endpoint"], params=fields).prepare().url
    return {"url": url}


def finish(asked):
    """Exchanges the code, and checks who answered (RFC 9207) and the ID token."""
    oauth, server = waiting["oauth"], waiting["server"]
    query = dict(pair.split("=", 1) for pair in asked["back"].split("?", 1)[1].split("&"))
    if requests.utils.unquote(query["iss"]) != server["issuer"]:
        raise RuntimeError("another server has answered")
    fields = {"authorization_response": asked["back"], "state": waiting["state"], "code_verifier": waiting["verifier"]}
    if asked.get("resource"):
        fields["resource"] = asked["resource"]
    token = fetch_bound(oauth, server, **fields) if asked.get("bound") else oauth.fetch_token(
        server["token_endpoint"], **fields
    )
    found = requests.get(server["jwks_uri"], timeout=10).json()
    client_id = waiting["asked"]["client"]["id"]
    claims = JsonWebToken(["RS256", "ES256"]).decode(
        token["id_token"],
        JsonWebKey.import_key_set(found),
        claims_cls=CodeIDToken,
        claims_options={"iss": {"value": server["issuer"]}, "aud": {"value": client_id}},
        claims_params={"nonce": waiting["nonce"], "client_id": client_id},
    )
    claims.validate()
    return {**token, "claims": dict(claims)}


def userinfo(asked):
    """What the userinfo endpoint says to a token that is bound to the key."""
    url, token, nonce = discover(asked["issuer"])["userinfo_endpoint"], asked["token"], None
    for _ in range(2):
        headers = {"Authorization": f"DPoP {token}", "DPoP": proof("GET", url, nonce, token)}
        answer = requests.get(url, headers=headers, timeout=10)
        nonce = answer.headers.get("DPoP-Nonce")
        if answer.status_code == 200:
            return answer.json()
    raise RuntimeError(f"userinfo answered {answer.status_code}")


def refresh(asked):
    server = discover(asked["issuer"])
    return session(asked["client"], server).refresh_token(
        server["token_endpoint"], asked["token"], resource=asked["resource"]
    )


def exchange(asked):
    """Token exchange: RFC 8693."""
    server = discover(asked["issuer"])
    return session(asked["client"], server).fetch_token(
        server["token_endpoint"],
        grant_type=EXCHANGE,
        subject_token=asked["token"],
        subject_token_type=ACCESS_TOKEN,
        resource=asked["resource"],
    )


def introspect(asked):
    server = discover(asked["issuer"])
    return session(asked["client"], server).introspect_token(server["introspection_endpoint"], asked["token"]).json()


def revoke(asked):
    server = discover(asked["issuer"])
    answer = session(asked["client"], server).revoke_token(server["revocation_endpoint"], asked["token"])
    return {"status": answer.status_code}


def read(asked):
    """The claims of a token that an API reads itself: RFC 9068."""
    server = discover(asked["issuer"])
    found = JsonWebKey.import_key_set(requests.get(server["jwks_uri"], timeout=10).json())
    options = {"iss": {"essential": True, "value": server["issuer"]}, "aud": {"essential": True, "value": asked["resource"]}}
    claims = JsonWebToken(["ES256"]).decode(asked["token"], found, claims_options=options)
    claims.validate()
    return {**claims, "typ": claims.header["typ"]}


def signal(asked):
    """The claims of a Security Event Token: RFC 8417."""
    server = discover(asked["issuer"])
    found = JsonWebKey.import_key_set(requests.get(server["jwks_uri"], timeout=10).json())
    options = {"iss": {"essential": True, "value": server["issuer"]}, "aud": {"essential": True, "value": asked["client"]}}
    claims = JsonWebToken(["RS256", "ES256"]).decode(asked["token"], found, claims_options=options)
    claims.validate()
    return {**claims, "typ": claims.header["typ"]}


commands = {
    each.__name__: each
    for each in (keys, machine, begin, finish, userinfo, refresh, exchange, introspect, revoke, read, signal)
}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"ok": commands[asked["command"]](asked)}
    except OAuthError as error:
        answer = {"error": error.error}
    except Exception as error:  # The test shows it.
        answer = {"error": repr(error)}
    print(json.dumps(answer), flush=True)
