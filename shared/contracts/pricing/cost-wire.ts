// Costs as the wire names them: each product writes its fields with a prefix of its own.
import { inTerms, toCostTexts } from '../../money/cost-texts.ts'
import type { Costs } from '../../money/price-list.ts'

export function toCostSetting(costs: Costs) {
  const { local, locator, enhance, b2b } = toCostTexts(costs)
  return {
    local: inTerms(local, (block) => ({
      LeadspeekPlatformFee: block.platformFee,
      LeadspeekCostperlead: block.costPerLead,
      LeadspeekCostperleadAdvanced: block.costPerLeadAdvanced,
      LeadspeekMinCostMonth: block.periodFee,
    })),
    locator: inTerms(locator, (block) => ({
      LocatorPlatformFee: block.platformFee,
      LocatorCostperlead: block.costPerLead,
      LocatorMinCostMonth: block.periodFee,
    })),
    enhance: inTerms(enhance, (block) => ({
      EnhancePlatformFee: block.platformFee,
      EnhanceCostperlead: block.costPerLead,
      EnhanceMinCostMonth: block.periodFee,
    })),
    b2b: inTerms(b2b, (block) => ({
      B2bPlatformFee: block.platformFee,
      B2bCostperlead: block.costPerLead,
      B2bMinCostMonth: block.periodFee,
    })),
  }
}
