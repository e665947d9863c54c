"""The page of tic-tac-toe: nine cells, and its moves in words."""

import cv2
import numpy as np

from service.page.game_page import GamePage


class TicTacToe(GamePage):
    hands = False

    def drawing(self, position, players, t):
        return [position["board"][row : row + 3] for row in (0, 3, 6)]

    def empty(self, table):
        return table is None or set("".join(table)) == {"."}

    def words(self, move, position, t):
        row, column = divmod(int(move[5:]), 3)
        return t("tictactoe.mark", row=row + 1, column=column + 1)

    def spot(self, move, seat):
        return (), f"cell{move.cell}"

    def picture(self, name):
        return cv2.imencode(".webp", np.full((8, 8, 3), 200, np.uint8))[1].tobytes() if name == "wood" else None

    def questions(self, moves, t):
        if "mark 4" in moves:
            yield "Was the middle free?"


PAGE = TicTacToe()
