-- Asks Butterfly at each request of a protected site who the visitor is: docs/integrators/recipes/forward-auth.md.
-- Sets txn.butterfly_status, and txn.butterfly_location if the browser has to be redirected.

local passed_on = {
  "accept", "cookie", "sec-fetch-mode", "x-requested-with",
  "x-forwarded-for", "x-forwarded-host", "x-forwarded-method", "x-forwarded-proto", "x-forwarded-uri",
}
local told = { "user", "name", "email", "groups", "organisation" }

core.register_action("butterfly", { "http-req" }, function(txn, origin)
  local given, asked = txn.http:req_get_headers(), {}
  for _, name in ipairs(passed_on) do
    asked[name] = {}
    for _, value in pairs(given[name] or {}) do table.insert(asked[name], value) end
  end
  local url = origin .. "/.butterfly/forward-auth"
  local answer = core.httpclient():head({ url = url, headers = asked, timeout = 5000 })
  txn:set_var("txn.butterfly_status", answer.status)
  local headers = answer.headers or {}
  local location = headers["location"]
  if location then txn:set_var("txn.butterfly_location", location[0]) end
  for _, fact in ipairs(told) do
    local value = headers["x-butterfly-" .. fact]
    txn.http:req_set_header("x-butterfly-" .. fact, value and value[0] or "")
  end
end, 1)
