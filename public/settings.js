// Where no server of ours responds to this address, the settings of the page can be written here (src/contract/settings.ts).
globalThis.SETTINGS = {}
