import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { productLines } from '#shared/model/company.ts'
import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { usePriceRights } from './use-price-rights.ts'

const PriceDialog = lazy(() => import('./price-dialog.tsx'))

/** What new clients of an agency begin with. */
export function DefaultPrices() {
  const me = useMe()
  const { sideMenu } = useTenant()
  const { isAgency, maySetPrices } = usePriceRights()
  const [isOpen, setOpen] = useState(false)
  if (!isAgency || !maySetPrices) return null
  const lines = productLines.flatMap((line) => {
    const own = sideMenu[line]
    return own ? [{ line, label: own.name }] : []
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Default prices
      </Button>
      <Suspense fallback={null}>
        {isOpen && <PriceDialog of={{ clientId: me.id, name: '', lines }} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
