import Mimeograph
public import MimeographForm

extension HTTPRequestSerializer {
    /// A serializer for a program's own requests: User-Agent says what the program is, and Accept-Language which languages
    /// its user prefers.
    ///
    /// ```swift
    /// var serializer = HTTPRequestSerializer.forThisProcess
    /// serializer.fields["Accept-Language"]   // de-AT;q=1 where LANG is de_AT.UTF-8
    /// ```
    /// `HTTPRequestSerializer()` says nothing of languages, because the core does not read the environment.
    public static var forThisProcess: HTTPRequestSerializer { HTTPRequestSerializer(client: .current) }
}
