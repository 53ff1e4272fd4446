public import Mimeograph

/// Takes away the prefix that some servers put before JSON so that a script element cannot run it.
///
/// Exactly these prefixes are known by default, the longest that fits is taken, and it is taken once:
///
/// | bytes | written | used by |
/// |---|---|---|
/// | 29 5D 7D 27 2C 0A | `)]}',` LF | Google's and AngularJS's services; the one that Alamofire strips |
/// | 29 5D 7D 27 0A | `)]}'` LF | Gerrit |
///
/// A body without one of them passes unchanged. Nothing else is taken away: no carriage return, no white space.
public struct XSSIPrefixStripper: BodyPreprocessing, Hashable {
    /// The prefixes, as bytes.
    public let prefixes: [[UInt8]]

    /// Makes a stripper.
    ///
    /// - Parameter prefixes: What to take away; the default is the table above. Empty ones are ignored.
    public init(prefixes: [String] = [")]}',\n", ")]}'\n"]) {
        self.prefixes = prefixes.map { Array($0.utf8) }.filter { !$0.isEmpty }
    }

    /// The body without its prefix.
    public func preprocess(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> [UInt8] {
        var longest = 0
        for prefix in prefixes where prefix.count > longest && prefix.count <= body.count {
            if prefix.indices.allSatisfy({ prefix[$0] == body[$0] }) { longest = prefix.count }
        }
        return [UInt8](body.extracting(longest..<body.count))
    }
}

extension BodyPreprocessing where Self == XSSIPrefixStripper {
    /// Takes away the prefixes `)]}',` LF and `)]}'` LF.
    public static var xssiPrefix: XSSIPrefixStripper { XSSIPrefixStripper() }
}
