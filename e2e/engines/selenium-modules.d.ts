/** Parts of selenium-webdriver whose types are declared without the paths by which Node finds them. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote'
}

declare module 'selenium-webdriver/net/portprober.js' {
  export function findFreePort(): Promise<number>
}
