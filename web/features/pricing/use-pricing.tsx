import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconCashBanknote from '@tabler/icons-react/dist/esm/icons/IconCashBanknote.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs'
import IconReceiptDollar from '@tabler/icons-react/dist/esm/icons/IconReceiptDollar.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconToggleLeft from '@tabler/icons-react/dist/esm/icons/IconToggleLeft.mjs'
import IconToggleRight from '@tabler/icons-react/dist/esm/icons/IconToggleRight.mjs'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RowAction } from '../../ui/data-table/table-types.ts'
import type { CompanyRow } from './company-row.ts'
import { useExclusion } from './use-exclusion.ts'
import { useManualBill } from './use-manual-bill.tsx'
import { usePriceRights } from './use-price-rights.ts'
import { usePricedLines } from './use-priced-lines.ts'
import { useSettlement } from './use-settlement.ts'

const CostDialog = lazy(() => import('./cost-dialog.tsx'))
const PriceDialog = lazy(() => import('./price-dialog.tsx'))
const OnboardingDialog = lazy(() => import('./onboarding-dialog.tsx'))

const ICON = 16
type Open = { what: 'costs' | 'price' | 'onboarding'; row: CompanyRow } | null

/** What may be done with the money of a row, and the dialogs that it opens. What the person may not do is not there. */
export function usePricing(): { actionsOf: (row: CompanyRow) => RowAction[]; dialog: ReactNode } {
  const rights = usePriceRights()
  const manualBill = useManualBill()
  const exclude = useExclusion()
  const settle = useSettlement()
  const priced = usePricedLines()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  const exclusionOf = (row: CompanyRow): RowAction => ({
    key: 'exclude',
    label: row.excludeMinimumSpend ? 'Include in minimum spend' : 'Exclude from minimum spend',
    icon: row.excludeMinimumSpend ? <IconReceipt2 size={ICON} /> : <IconBan size={ICON} />,
    onClick: () => void exclude(row),
  })
  const ofAgency = (row: CompanyRow): RowAction[] => [
    ...(rights.maySeeCosts
      ? [
          {
            key: 'costs',
            label: 'Cost setting',
            icon: <IconCoins size={ICON} />,
            onClick: () => setOpen({ what: 'costs', row }),
          },
        ]
      : []),
    ...(rights.mayBillManually
      ? [
          {
            key: 'manual-bill',
            label: manualBill.isOn(row) ? 'Turn off manual billing' : 'Turn on manual billing',
            icon: manualBill.isOn(row) ? <IconToggleRight size={ICON} /> : <IconToggleLeft size={ICON} />,
            onClick: () => void manualBill.toggle(row),
          },
        ]
      : []),
    ...(rights.maySeeOnboarding
      ? [
          {
            key: 'onboarding',
            label: 'Onboarding charge',
            icon: <IconReceiptDollar size={ICON} />,
            onClick: () => setOpen({ what: 'onboarding', row }),
          },
        ]
      : []),
    ...(rights.mayExcludeAgencies ? [exclusionOf(row)] : []),
    ...(rights.maySettle && row.paymentStatus === 'failed'
      ? [
          {
            key: 'settle',
            label: 'Settle failed payments',
            icon: <IconCashBanknote size={ICON} />,
            onClick: () => void settle(row),
          },
        ]
      : []),
  ]
  const ofClient = (row: CompanyRow): RowAction[] => [
    ...(rights.maySetPrices
      ? [
          {
            key: 'price',
            label: 'Set price',
            icon: <IconTag size={ICON} />,
            onClick: () => setOpen({ what: 'price', row }),
          },
        ]
      : []),
    ...(rights.mayExcludeClients ? [exclusionOf(row)] : []),
  ]

  return {
    actionsOf: (row) => (row.userType === 'agency' ? ofAgency(row) : ofClient(row)),
    dialog: (
      <Suspense fallback={null}>
        {open?.what === 'costs' && <CostDialog row={open.row} onClose={close} />}
        {open?.what === 'onboarding' && <OnboardingDialog row={open.row} onClose={close} />}
        {open?.what === 'price' && (
          <PriceDialog
            of={{ clientId: open.row.id, name: open.row.companyName, lines: priced(open.row) }}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  }
}
