import ContentProtection
import Media

extension SegmentReport {
    /// Returns the report with the byte ranges of the encrypted segment.
    func relocated(by relocation: ByteRelocation) -> SegmentReport {
        var report = self
        for index in report.tracks.indices {
            let sample = report.tracks[index].firstVideoSample
            report.tracks[index].firstVideoSample = sample?.relocated(by: relocation)
        }
        for index in report.fragments.indices {
            let fragment = report.fragments[index]
            let start = relocation.position(of: fragment.offset)
            report.fragments[index].offset = start
            report.fragments[index].length = relocation.position(of: fragment.offset + fragment.length) - start
            report.fragments[index].firstVideoSample = fragment.firstVideoSample?.relocated(by: relocation)
        }
        return report
    }

    /// The report of the same time without media.
    var withoutMedia: SegmentReport {
        var report = self
        report.kind = .gap
        report.fragments = []
        for index in report.tracks.indices {
            report.tracks[index].sampleCount = 0
            report.tracks[index].firstVideoSample = nil
            report.tracks[index].captionServices = nil
        }
        return report
    }
}

extension SegmentReport.SampleReport {
    fileprivate func relocated(by relocation: ByteRelocation) -> SegmentReport.SampleReport {
        var sample = self
        sample.offset = relocation.position(of: offset)
        return sample
    }
}
