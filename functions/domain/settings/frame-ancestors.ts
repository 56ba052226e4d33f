// Who may show an agency's pages within theirs: the hosts of the menu that it made at another tool, while there is that menu.
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'

export async function frameAncestorsOf(db: Pick<Db, 'toolMenu'>, tenant: Company): Promise<string[]> {
  if (tenant.kind !== 'agency') return []
  const menu = await db.toolMenu.find({ companyId: tenant.id, slug: 'gohighlevelv2' }, false)
  return menu?.menuId ? menu.hosts.map((host) => `https://${host}`) : []
}
