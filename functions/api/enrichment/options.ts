import { contracts } from '#shared/contracts/index.ts'
import { MOST_ENRICHED } from '#shared/model/enrichment.ts'
import { findWay } from '../../domain/enrichment/money.ts'
import { pricesOfMatch } from '../../domain/enrichment/price.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.enrichment.options, async ({ db, company, now }) => {
  const [{ types }, { basic, advanced }, way] = await Promise.all([
    db.informationType.find(company.rootId, 'advanced'),
    pricesOfMatch(db, company, now()),
    findWay(db, company),
  ])
  return {
    information: types,
    price_basic_centi_cents: basic,
    price_advanced_centi_cents: advanced,
    max_rows: MOST_ENRICHED,
    pays_by: way.by ?? null,
    why: way.by === undefined ? way.why : null,
  }
})
