import { useNavigate } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import SalesConnectPage from '../features/payments/sales-connect-page.tsx'

export default function SalesConnect() {
  const navigate = useNavigate()
  return <SalesConnectPage onConnected={() => navigate(pathTo('agencyList'))} />
}
