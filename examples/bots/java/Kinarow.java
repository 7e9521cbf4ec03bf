// A bot that K-in-a-Row pages call, as that of `gauntlet host kinarow`: java Kinarow.java PORT
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;

public class Kinarow { // squares count from 0, row by row, and hold "null", "0" or "1"
  record Position(String[] cells, int width, int height, int k, int turn) {}

  static int choose(Position p) {
    int best = -1;
    for (int s = 0; s < p.cells.length; s++)
      if (p.cells[s].equals("null") && (best < 0 || worth(p, s) > worth(p, best))) best = s;
    return best;
  }

  static int worth(Position p, int square) { // win, else stop a win, else join stones
    int r = square / p.width, c = square % p.width;
    int worth = -Math.abs(2 * r + 1 - p.height) - Math.abs(2 * c + 1 - p.width);
    for (int who = 0; who < 2; who++)
      for (int[] d : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        int joined = run(p, r, c, d[0], d[1], who) + run(p, r, c, -d[0], -d[1], who);
        worth += joined + 1 < p.k ? 100 * joined : who == p.turn ? 1_000_000 : 100_000;
      }
    return worth;
  }

  static int run(Position p, int r, int c, int dr, int dc, int who) { // who's stones from there on
    int y = r + dr, x = c + dc;
    if (y < 0 || y >= p.height || x < 0 || x >= p.width) return 0;
    return p.cells[y * p.width + x].equals("" + who) ? 1 + run(p, y, x, dr, dc, who) : 0;
  }

  static int number(String json, String key) { // Java itself reads no JSON
    return Integer.parseInt(json.replaceFirst(".*\"" + key + "\":(\\d+).*", "$1"));
  }

  static Position read(String json) {
    String[] cells = json.replaceFirst(".*\"cells\":\\[([^]]*).*", "$1").split(",");
    int width = number(json, "width"), height = number(json, "height");
    return new Position(cells, width, height, number(json, "k"), number(json, "turn"));
  }

  public static void main(String[] words) throws IOException {
    if (words.length != 1) throw new RuntimeException("usage: java Kinarow.java PORT");
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else an answer may take 40 ms
    var place = new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0]));
    HttpServer server = HttpServer.create(place, 0);
    server.createContext("/", call -> {
      String json = new String(call.getRequestBody().readAllBytes()).replaceAll("\\s", "");
      String answer = "yes"; // to GET /status?width=7&.., we play that; to OPTIONS, you may POST
      if (call.getRequestMethod().equals("POST")) answer = "" + choose(read(json));
      call.getResponseHeaders().set("Access-Control-Allow-Origin", "*"); // pages from elsewhere too
      call.getResponseHeaders().set("Access-Control-Allow-Headers", "Content-Type");
      call.sendResponseHeaders(200, answer.length());
      call.getResponseBody().write(answer.getBytes());
      call.close();
    });
    server.start();
  }
}
