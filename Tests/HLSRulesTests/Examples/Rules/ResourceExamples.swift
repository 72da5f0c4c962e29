import HLSRules

extension RuleExamples {
    static let resources: [RuleExample] = ListedResource.Kind.allCases.map { kind in
        RuleExample(rule: "R111", scope: .resource, name: "a \(kind.rawValue) answers 404") { isBroken, profile in
            var checker = ResourceChecker(profile)
            for index in 0..<3 {
                let absence = isBroken && index == 1 ? "the server answers 404" : nil
                checker.process(
                    ListedResource(
                        kind, uri: "a\(index)", place: FindingPlace("video.m3u8", line: 5 + index, segment: index),
                        absence: absence))
            }
            return checker.log.findings
        }
    }
}
