import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { isSignInSlug, signInPlaces } from '#shared/integrations/slugs.ts'
import { findSignIn } from '../../domain/connections/oauth.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'
import { handle } from '../../kit/handle.ts'

/** Nothing happens here: who follows it has to be the one who began, which the page that it leads to proves. */
export default handle(contracts.integrations.signInReturn, async ({ input, db, env }) => {
  const { place, state, code } = input
  const begun = await findSignIn(db, state)
  // What came from another tool than the one that was asked is handed to neither.
  const isItsOwn = begun && isSignInSlug(begun.slug) && signInPlaces[begun.slug] === place
  const tenant = isItsOwn ? await db.company.find(begun.tenantId) : undefined
  if (!begun || !tenant) throw notFound('sign-in')
  const site = siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, tenant)
  // What the tool says of a refusal is not repeated: the address of a page says nothing that somebody else wrote.
  const query = new URLSearchParams({ company: begun.companyId, state, ...(code ? { code } : { refused: 'T' }) })
  return { location: `${site}/integrations/${begun.slug}?${query}` }
})
