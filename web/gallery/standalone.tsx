import '../theme/styles-first.css'
import '../theme/styles-rest.css'
import { createRoot } from 'react-dom/client'
import Gallery from './gallery.tsx'

// The gallery by itself, without a server or a session: for looking at parts, and for the tests that look at them.
createRoot(document.getElementById('root') ?? document.body).render(<Gallery />)
