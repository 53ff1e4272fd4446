public import Mimeograph

/// A preprocessor that removes the prefix that some servers put before JSON to keep a script element from running it.
///
/// By default it knows exactly these prefixes. It removes the longest match, and only once:
///
/// | bytes | written | used by |
/// |---|---|---|
/// | 29 5D 7D 27 2C 0A | `)]}',` LF | Google's and AngularJS's services; the one that Alamofire strips |
/// | 29 5D 7D 27 0A | `)]}'` LF | Gerrit |
///
/// A body without such a prefix passes unchanged. Nothing else is removed, neither carriage returns nor white space.
public struct XSSIPrefixStripper: BodyPreprocessing, Hashable {
    /// The prefixes, as bytes.
    public let prefixes: [[UInt8]]

    /// Makes a stripper.
    ///
    /// - Parameter prefixes: The prefixes to remove; the default is the table above. Empty ones are ignored.
    public init(prefixes: [String] = [")]}',\n", ")]}'\n"]) {
        self.prefixes = prefixes.map { Array($0.utf8) }.filter { !$0.isEmpty }
    }

    /// Returns the body without its prefix.
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
    /// A preprocessor that removes the prefixes `)]}',` LF and `)]}'` LF.
    public static var xssiPrefix: XSSIPrefixStripper { XSSIPrefixStripper() }
}
