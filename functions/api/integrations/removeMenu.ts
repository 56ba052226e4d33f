import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { removeMenu } from '../../domain/connections/menu.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.removeMenu, async (context) => {
  const { company, db, tell } = context
  const menu = await db.toolMenu.find({ companyId: company.id, slug: 'gohighlevelv2' })
  if (!menu) throw notFound('menu entry')
  const isGone = await removeMenu(context, menu, { anyway: false })
  tell({
    description: `Removed the menu entry ${menu.title} at GoHighLevel of ${company.name}`,
    before: { menu: menu.title, hosts: menu.hosts.join(', ') },
  })
  return { result: 'success' as const, message: isGone ? messages.menuRemoved : messages.menuLeft }
})
