import { Alert, Stack } from '@mantine/core'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { latestMonths } from './amounts.ts'
import { Balances } from './balances.tsx'
import { Continual } from './continual.tsx'
import { History } from './history.tsx'
import { TopUp } from './top-up.tsx'

/** Credit that an agency buys ahead: what is left, how it is filled, and where it went. Read only, everything is seen and nothing changed. */
export function Wallet({ isReadOnly }: { isReadOnly: boolean }) {
  const mayChange = useMay()('wallet:update', 'POST')
  const isFixed = isReadOnly || !mayChange
  const { companyId } = useMe()
  const found = useCall('wallet.get', { companyId })
  const { data: wallet } = found
  const mayTopUp = !isFixed && wallet?.isTopUpEnabled === true

  return (
    <>
      <NotYet of={found} title="The wallet could not be loaded" rows={8} />
      {wallet && (
        <Stack gap="lg">
          <Balances wallet={wallet} />
          {isReadOnly && <Alert color="gray">You are looking as someone else: nothing can be changed here.</Alert>}
          {!isReadOnly && !mayChange && (
            <Alert color="gray">Your role lets you see the wallet, and change nothing here.</Alert>
          )}
          {!wallet.isTopUpEnabled && (
            <Alert color="yellow">Topping up is switched off for this wallet. What is left can still be spent.</Alert>
          )}
          <TopUp companyId={companyId} wallet={wallet} isDisabled={!mayTopUp} />
          <Continual companyId={companyId} wallet={wallet} isDisabled={isFixed} />
          <History companyId={companyId} isReadOnly={isReadOnly} months={latestMonths(wallet.thisMonth)} />
        </Stack>
      )}
    </>
  )
}
