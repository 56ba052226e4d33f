import { matchPath, useLocation } from 'react-router-dom'
import IntegrationPage from '../features/integrations/integration-page.tsx'
import { toolParts } from './tool-parts.tsx'

/** One tool. What campaigns show of it too comes from there. */
export default function Integration() {
  const named = matchPath('/integrations/:id', useLocation().pathname)?.params.id ?? ''
  return <IntegrationPage key={named} named={named} parts={toolParts} />
}
