/// A stage that emits coded video.
package protocol SyncSampleControlling: Stage {
    var syncSamples: SyncSamplePolicy { get }
}
