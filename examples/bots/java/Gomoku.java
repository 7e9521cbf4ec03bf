// A bot for `gauntlet host gomoku`, five in a row: java Gomoku.java HOST PORT NAME
import java.io.*;
import java.net.Socket;

public class Gomoku {
  static final int LINE = 5; // so many in a row win

  // The square to play: {row, column}. rows[r] holds 'x', 'o' and blanks; me is 'x' or 'o'.
  static int[] choose(String[] rows, char me) {
    int[] best = null;
    for (int r = 0; r < rows.length; r++)
      for (int c = 0; c < rows.length; c++)
        if (rows[r].charAt(c) == ' '
            && (best == null || worth(rows, r, c, me) > worth(rows, best[0], best[1], me)))
          best = new int[] {r, c};
    return best;
  }

  static int worth(String[] rows, int r, int c, char me) { // win, else stop a win, else join stones
    int worth = -Math.abs(2 * r + 1 - rows.length) - Math.abs(2 * c + 1 - rows.length);
    for (char who : new char[] {'x', 'o'})
      for (int[] d : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
        int joined = run(rows, r, c, d[0], d[1], who) + run(rows, r, c, -d[0], -d[1], who);
        worth += joined + 1 < LINE ? 100 * joined : who == me ? 1_000_000 : 100_000;
      }
    return worth;
  }

  // How many stones of who's follow the square in that direction.
  static int run(String[] rows, int r, int c, int dr, int dc, char who) {
    int y = r + dr, x = c + dc;
    boolean isOnBoard = y >= 0 && y < rows.length && x >= 0 && x < rows.length;
    return isOnBoard && rows[y].charAt(x) == who ? 1 + run(rows, y, x, dr, dc, who) : 0;
  }

  public static void main(String[] words) throws IOException {
    if (words.length != 3) throw new RuntimeException("usage: java Gomoku.java HOST PORT NAME");
    Socket server = new Socket(words[0], Integer.parseInt(words[1]));
    var in = new BufferedReader(new InputStreamReader(server.getInputStream(), "ISO-8859-1"));
    for (String status; (status = in.readLine()) != null; ) { // until the server hangs up
      String first = in.readLine();
      String[] rows = new String[first.length()]; // the board is as high as it is wide
      rows[0] = first;
      for (int r = 1; r < rows.length; r++) rows[r] = in.readLine();
      in.readLine(); // the last move
      char me = in.readLine().charAt(0);
      if (status.equals("CONTINUING")) {
        int[] square = choose(rows, me);
        server.getOutputStream().write((square[0] + " " + square[1] + "\n").getBytes());
      } else {
        System.out.println(status); // WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME
      }
    }
  }
}
