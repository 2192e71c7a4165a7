/** What users import of an entry, by name, and where its source is. */
export interface Entry {
  readonly source: string
  readonly values: readonly string[]
  readonly types: readonly string[]
}

/** Every name that is published. To remove one breaks somebody's code. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  'orders-mock': {
    source: 'src/core/public.ts',
    values: ['ControlError', 'InvalidInputError', 'OrdersMock', 'ToolError'],
    types: [
      [
        'ApiError',
        'ApiRequest',
        'ApiResponse',
        'ClockChange',
        'Effects',
        'ErrorCode',
        'Fault',
        'FreedomChoices',
        'FreedomsInput',
      ],
      ['History', 'HistoryEntry', 'Id', 'InputPath', 'JournalDetail', 'JournalEntry', 'JournalFilter'],
      ['MockEvent', 'MockListener', 'NewSandbox', 'OrderBatch', 'OrderInput', 'OrderPatch', 'OrderView'],
      ['OrdersMockOptions', 'PactDocument', 'PactInteraction', 'PactRecording', 'PactRecordingOptions'],
      ['Problem', 'RequestJournal', 'ResponseInspector', 'RewindTarget', 'Sandbox', 'SandboxClock', 'SandboxFaults'],
      ['SandboxFreedoms', 'SandboxOrders', 'Scenario', 'ScenarioDocument'],
    ].flat(),
  },
  'orders-mock/server': {
    source: 'src/server/public.ts',
    values: ['ordersMiddleware', 'startServer', 'writePact'],
    types: ['Middleware', 'RunningServer', 'ServerOptions'],
  },
  'orders-mock/msw': {
    source: 'src/msw/index.ts',
    values: ['createOrdersHandlers'],
    types: ['OrdersHandlers', 'OrdersHandlersOptions'],
  },
  'orders-mock/msw/panel': { source: 'src/msw/panel.ts', values: ['showPanelButton'], types: [] },
  'orders-mock/client': {
    source: 'src/client/index.ts',
    values: ['OrdersApiError', 'OrdersClient'],
    types: ['CallOptions', 'ErrorObject', 'IdLike', 'IdType', 'Order', 'OrdersClientOptions', 'Pet'],
  },
  'orders-mock/verify': {
    source: 'src/verify/public.ts',
    values: ['exitCodeOf', 'verifyProvider'],
    types: ['BrokerOptions', 'CheckKind', 'CheckResult', 'Coverage', 'Progress', 'VerificationReport', 'VerifyOptions'],
  },
  'orders-mock/control': {
    source: 'src/control-client/index.ts',
    values: ['ControlClient', 'ControlClientError', 'RemoteSandbox'],
    types: [
      ['Change', 'Clock', 'ClockChange', 'ControlClientOptions', 'ControlEvent', 'ControlOrder', 'Fault'],
      ['Freedoms', 'FreedomsInput', 'Health', 'History', 'IdLike', 'NewOrder', 'NewSandbox', 'OrderBatch'],
      ['OrderPatch', 'RequestCount', 'RequestDetail', 'RequestEntry', 'RequestFilter', 'RewindTarget'],
      ['SandboxList', 'SandboxSummary', 'ScenarioDocument', 'ScenarioName', 'ScenarioSummary'],
    ].flat(),
  },
  'orders-mock/playwright': {
    source: 'src/playwright/index.ts',
    values: ['expect', 'test'],
    types: ['MockedOrders', 'TestFixtures', 'WorkerFixtures'],
  },
  'orders-mock/vite': { source: 'src/vite/index.ts', values: ['ordersMock'], types: ['OrdersMockPluginOptions'] },
}
