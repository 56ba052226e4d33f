import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid } from '#shared/errors.ts'
import { readFrameHost, usualFrameHosts } from '#shared/integrations/frame-hosts.ts'
import { messages } from '#shared/messages.ts'
import { makeMenu } from '../../domain/connections/menu.ts'
import { countQuestion } from '../../domain/connections/options.ts'
import { siteUrl } from '../../domain/settings/site-url.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.makeMenu, async (context) => {
  const { input, actor, company, env, tell } = context
  if (company.kind !== 'agency') throw conflict('Only an agency has a site that can stand in a menu.')
  const read = input.hosts.map((host) => readFrameHost(host, env.PLATFORM_DOMAIN))
  const [fault] = read.flatMap((each) => ('fault' in each ? [each.fault] : []))
  if (fault) throw invalid({ hosts: fault })
  await countQuestion(context, actor)
  const hosts = [...new Set([...usualFrameHosts, ...read.flatMap((each) => ('host' in each ? [each.host] : []))])]
  const url = `${siteUrl({ scheme: env.PLATFORM_SCHEME, domain: env.PLATFORM_DOMAIN }, company)}/login`
  const locations = [...new Set(input.locationIds)]
  await makeMenu(context, { companyId: company.id, slug: 'gohighlevelv2', title: input.title, url, locations, hosts })
  tell({
    description: `Made the menu entry ${input.title} at GoHighLevel for ${company.name}`,
    after: { menu: input.title, subAccounts: locations.length, hosts: hosts.join(', ') },
  })
  return { result: 'success' as const, message: messages.menuMade }
})
