import { expect, it } from 'vitest'
import { isPushServiceEndpoint } from './web-push'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGc',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ%3d',
])('takes what a browser’s push service gives out: %s', (endpoint) => {
  expect(isPushServiceEndpoint(endpoint)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.com/fcm/send/abc',
  'https://notify.windows.com.example.com/w',
  'https://evilnotify.windows.com/w',
  'https://user@fcm.googleapis.com/fcm/send/abc',
  'https://FCM.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com/fcm/../send/abc',
  'https://fcm.googleapis.com/fcm/send/abc#1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'file:///etc/passwd',
])('takes no other address, however it is written: %s', (endpoint) => {
  expect(isPushServiceEndpoint(endpoint)).toBe(false)
})

it('takes one more origin for tests', () => {
  const origin = 'http://127.0.0.1:4010'
  expect(isPushServiceEndpoint(`${origin}/1`, origin)).toBe(true)
  expect(isPushServiceEndpoint('http://127.0.0.1:4011/1', origin)).toBe(false)
})
