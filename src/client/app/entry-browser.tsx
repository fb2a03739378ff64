import '@/client/design-system/theme/theme.css'
import { routeTree } from './public-route-tree.gen.js'
import { isBackOffice, startPage } from './start-page'

void startPage({
  routes: routeTree,
  has: (pathname) => !isBackOffice(pathname),
  reactDom: import('react-dom/client'),
})
