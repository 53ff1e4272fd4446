/// Small bodies of web services.
enum SmallText {
    /// An object of 310 bytes.
    static let account = """
        {"id":583231,"login":"ada-lovelace","name":"Ada Lovelace","email":"ada@analytical.example","company":null,\
        "isAdministrator":false,"followers":8192,"score":97.25,"roles":["author","reviewer"],\
        "createdAt":"2026-01-25T18:44:36Z","address":{"street":"12 St James's Square","city":"London",\
        "postalCode":"SW1Y 4JH"}}
        """

    /// An object of 217 bytes.
    static let customer = """
        {"id":48213,"name":"Grace Hopper","email":"grace@navy.example","isActive":true,"balance":280.5,"visits":7,\
        "tags":["cobol","navy"],"createdAt":"2026-01-25T18:44:36Z","address":{"city":"Arlington",\
        "postalCode":"22202"}}
        """

    /// An object of 64 bytes, for the fixed cost of a parse.
    static let tiny = #"{"id":42,"name":"Ada","tags":["go","vip"],"ok":true,"score":9.5}"#
}
