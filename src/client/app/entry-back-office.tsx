import '@/client/design-system/theme/theme.css'
import { routeTree } from './back-office-route-tree.gen.js'
import { isBackOffice, startPage } from './start-page'

void startPage({ routes: routeTree, has: isBackOffice, reactDom: import('react-dom/client') })
